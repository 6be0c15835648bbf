// node docker/health.mjs <url>: exit code 0 when the address answers 200. The image has no curl.
const response = await fetch(process.argv[2], { signal: AbortSignal.timeout(4000) }).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
