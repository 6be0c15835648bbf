import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { v4 as uuidv4 } from 'uuid'
import { reopening } from '../../offline/open-database.ts'

/** Whose copies these are. Another person, or the same one in another role, never sees them. */
export type Owner = { userId: string; role: number }

/** `list`: the latest answers of list queries. `lead`: an opened lead. `change`: what was changed and is not sent yet. */
export type Kind = 'list' | 'lead' | 'change'
export type Copy = { value: unknown; at: number }
export type Unsealed = Copy & { key: unknown }

/** The keys cannot be read out of the browser, only used in it; both are deleted with the session. */
type Device = {
  id: string
  owner: Owner
  encrypting: CryptoKey
  naming: CryptoKey
  /** When the server last answered, and the latest time that this clock has shown. Milliseconds since 1970. */
  heardAt: number
  seenAt: number
}

/** `id` is a keyed hash, so that not even a search term can be guessed from it. */
type Sealed = { id: string; kind: Kind; at: number; vector: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

interface StaffDatabase extends DBSchema {
  device: { key: string; value: Device }
  copies: { key: string; value: Sealed; indexes: { age: [Kind, number] } }
}

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs
/** A list that is longer than its page is two: its number of leads is an answer by itself. */
const maximumLists = 30
/** A clock is put right by this much at most; one that goes back further cannot tell how old the copies are. */
const clockToleranceMs = 2 * hourMs
const heardEveryMs = 60_000
const only = 'this'

export type EncryptedStore = ReturnType<typeof createCopies>

/** Copies of what staff saw, in a database of their own. Nothing in it can be read without its key. */
export function createEncryptedStore(name: string, now = () => Date.now()) {
  const use = reopening<StaffDatabase>((callbacks) =>
    openDB<StaffDatabase>(name, 1, {
      ...callbacks,
      upgrade(db) {
        db.createObjectStore('device')
        db.createObjectStore('copies', { keyPath: 'id' }).createIndex('age', ['kind', 'at'])
      },
    }),
  )

  /** Counts erasures: what is opened before one never writes after it. */
  let erasures = 0

  /** The keys first: without them whatever another tab delays is worthless already. */
  async function erase(): Promise<void> {
    erasures += 1
    await use((db) => db.clear('device'))
    await use(async (db) => {
      await db.clear('copies')
      db.close()
    })
    await deleteDB(name)
  }

  /** What is there of somebody else, or too old, is erased; `isExpired` then says that nothing may be kept until the server answers. */
  async function open(owner: Owner) {
    const found = await use((db) => db.get('device', only))
    const isOwn = found?.owner.userId === owner.userId && found.owner.role === owner.role
    if (found && !isOwn) await erase()
    const device = found && isOwn ? found : await makeDevice(owner, now())
    if (device !== found) await use((db) => db.put('device', device, only))
    const openedAfter = erasures
    const isErased = () => openedAfter !== erasures
    return createCopies({ use, device, now, isErased })
  }

  return { open, erase }
}

type Copies = {
  use: ReturnType<typeof reopening<StaffDatabase>>
  device: Device
  now: () => number
  /** Whether the copies were erased after they had been opened. */
  isErased: () => boolean
}

function createCopies({ use, device, now, isErased }: Copies) {
  let heardAt = 0

  /** Runs only while the device's keys are stored: another tab may have ended the session. */
  const whileKept = async <T>(work: (device: Device) => Promise<T>): Promise<T | undefined> => {
    if (isErased()) return undefined
    return use(async (db) => {
      const stored = await db.get('device', only)
      return stored?.id === device.id ? work(stored) : undefined
    })
  }

  const isFresh = ({ kind, at }: Sealed) => kind === 'change' || at > now() - weekMs

  /** All of them or none. */
  async function putAll(kind: Kind, copies: readonly Unsealed[]): Promise<void> {
    const sealing = copies.map(async ({ key, value, at }): Promise<Sealed> => {
      const id = await idOf(device, kind, key)
      return { id, kind, at, ...(await seal(device, value)) }
    })
    const sealed = await Promise.all(sealing)
    if (!isErased()) await use((db) => putSealed(db, device, sealed, now() - weekMs))
  }

  return {
    /** Replaces an earlier copy of the same key. */
    put: (kind: Kind, key: unknown, value: unknown, at = now()): Promise<void> => putAll(kind, [{ key, value, at }]),
    putAll,
    async get(kind: Kind, key: unknown): Promise<Copy | undefined> {
      const id = await idOf(device, kind, key)
      const sealed = await whileKept(() => use((db) => db.get('copies', id)))
      return sealed && isFresh(sealed) ? unseal(device, sealed) : undefined
    },
    /** Oldest first. */
    async all(kind: Kind): Promise<Copy[]> {
      const range = IDBKeyRange.bound([kind, 0], [kind, Infinity])
      const sealed = await whileKept(() => use((db) => db.getAllFromIndex('copies', 'age', range)))
      return Promise.all((sealed ?? []).filter(isFresh).map((copy) => unseal(device, copy)))
    },
    async remove(kind: Kind, key: unknown): Promise<void> {
      const id = await idOf(device, kind, key)
      if (!isErased()) await use((db) => db.delete('copies', id))
    },
    /** The server has answered: the week begins anew. */
    async heard(): Promise<void> {
      if (Math.abs(now() - heardAt) < heardEveryMs) return
      heardAt = now()
      await whileKept((stored) => use((db) => db.put('device', { ...stored, heardAt: now(), seenAt: now() }, only)))
    },
    /** Whether the server has not answered for a week, or the clock was set back, so that nobody can tell. */
    async isOutdated(): Promise<boolean> {
      const outdated = await whileKept(async (stored) => {
        const seenAt = Math.max(stored.seenAt, now())
        if (seenAt > stored.seenAt) await use((db) => db.put('device', { ...stored, seenAt }, only))
        return seenAt - stored.heardAt >= weekMs || now() < stored.seenAt - clockToleranceMs
      })
      return outdated ?? true
    },
  }
}

/** A name for what is kept under this key, from which nobody can tell the key. */
async function idOf({ naming }: Device, kind: Kind, key: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([kind, key]))
  const hash = new Uint8Array(await crypto.subtle.sign('HMAC', naming, text))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function seal({ encrypting }: Device, value: unknown): Promise<Pick<Sealed, 'vector' | 'data'>> {
  const vector = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { vector, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: vector }, encrypting, text) }
}

async function unseal({ encrypting }: Device, { vector, data, at }: Sealed): Promise<Copy> {
  const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: vector }, encrypting, data)
  return { value: JSON.parse(new TextDecoder().decode(clear)), at }
}

/** Nothing is written once another tab has ended the session. The oldest lists, and leads from before `oldest`, go. */
async function putSealed(db: IDBPDatabase<StaffDatabase>, device: Device, sealed: Sealed[], oldest: number) {
  const writing = db.transaction(['device', 'copies'], 'readwrite')
  const copies = writing.objectStore('copies')
  const isKept = (await writing.objectStore('device').get(only))?.id === device.id
  if (isKept) {
    for (const each of sealed) await copies.put(each)
    const lists = await copies.index('age').getAllKeys(IDBKeyRange.bound(['list', 0], ['list', Infinity]))
    const outdated = await copies.index('age').getAllKeys(IDBKeyRange.bound(['lead', 0], ['lead', oldest]))
    for (const old of [...lists.slice(0, -maximumLists), ...outdated]) await copies.delete(old)
  }
  await writing.done
}

async function makeDevice(owner: Owner, now: number): Promise<Device> {
  const [encrypting, naming] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { id: uuidv4(), owner, encrypting, naming, heardAt: now, seenAt: now }
}
