type Listener = () => void

/** Those who want to hear of something, each until it calls what `subscribe` has returned. */
export function createListeners() {
  const listeners = new Set<Listener>()
  return {
    call: () => listeners.forEach((listener) => listener()),
    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value that screens watch. Each change makes a new one, as React's external stores must. */
export function createWatched<Value extends object>(initial: Value) {
  const { call, subscribe } = createListeners()
  let value = initial
  return {
    get: () => value,
    change(part: Partial<Value>) {
      value = { ...value, ...part }
      call()
    },
    subscribe,
  }
}
