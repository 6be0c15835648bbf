import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { downloadDebianPackages, unpackDebianPackage } from '../../debian-packages.ts'

const packages = ['libwine', 'wine64', 'libz-mingw-w64', 'libunwind8']

// What mongod.exe loads, directly or through another of these. The whole of libwine would take 700 MB.
const libraries =
  'advapi32 apisetschema bcrypt combase concrt140 crypt32 dbghelp dnsapi gdi32 imm32 iphlpapi jsproxy kernel32 kernelbase msacm32 msvcp140 msvcrt mswsock nsi ntdll ole32 oleaut32 pdh psapi rpcrt4 schannel sechost secur32 shcore shell32 shlwapi ucrtbase user32 vcruntime140 vcruntime140_1 version win32u winhttp winmm ws2_32'.split(
    ' ',
  )
const unixParts = ['ntdll', 'bcrypt', 'crypt32', 'dnsapi', 'secur32', 'win32u', 'ws2_32']

const windows = 'usr/lib/x86_64-linux-gnu/wine/x86_64-windows'
const unix = 'usr/lib/x86_64-linux-gnu/wine/x86_64-unix'

/** A private Wine, just enough for mongod.exe, from Debian's own packages and without root: 101 MB fetched, 45 stored. */
export function unpackWine(target: string): void {
  const downloads = `${target}.debs`
  mkdirSync(target, { recursive: true })
  try {
    const files = downloadDebianPackages(downloads, packages)
    for (const file of files) {
      if (path.basename(file).startsWith('libwine_')) unpackParts(file, target)
      else unpackDebianPackage(file, target)
    }
    markZlibAsBuiltin(target)
    dropWhatIsNotNeeded(target)
  } finally {
    rmSync(downloads, { recursive: true, force: true })
  }
}

function unpackParts(file: string, target: string): void {
  const parts = [
    ...libraries.map((name) => `./${windows}/${name}.dll`),
    ...unixParts.map((name) => `./${unix}/${name}.so`),
    `./${windows}/wineboot.exe`,
    `./${unix}/libwine.so*`,
    './usr/share/wine/nls',
    './usr/share/wine/wine.inf',
  ]
  const script = 'deb=$1; shift; dpkg-deb --fsys-tarfile "$deb" | tar -x --wildcards "$@"'
  execFileSync('sh', ['-c', script, 'sh', file, ...parts], { cwd: target, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** As libwine's own installation does: bytes 64 to 95 tell Wine that this zlib1.dll is one of its own. */
function markZlibAsBuiltin(target: string): void {
  const zlib = readFileSync(path.join(target, 'usr/x86_64-w64-mingw32/lib/zlib1.dll'))
  zlib.fill(0, 64, 96).write('Wine builtin DLL', 64, 'latin1')
  writeFileSync(path.join(target, windows, 'zlib1.dll'), zlib)
}

function dropWhatIsNotNeeded(target: string): void {
  const rest = ['share/doc', 'share/man', 'x86_64-w64-mingw32', 'i686-w64-mingw32']
  for (const folder of rest) rmSync(path.join(target, 'usr', folder), { recursive: true, force: true })
  // Without debug information mongod starts 1 to 2 s sooner and takes 170 MB less: Wine would read all of it.
  if (!existsSync('/usr/bin/objcopy')) return
  for (const name of readdirSync(path.join(target, windows))) {
    if (!name.endsWith('.dll')) continue
    try {
      execFileSync('objcopy', ['--strip-debug', path.join(target, windows, name)], { stdio: 'ignore' })
    } catch {
      // Some are not of a format that objcopy knows: they stay as they are, only larger.
    }
  }
}
