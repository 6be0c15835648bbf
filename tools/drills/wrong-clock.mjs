// Preloaded into a process, it shifts the clock that the process reads by CLOCK_AHEAD_MS, like a machine whose clock is wrong.
const Right = Date
const now = () => Right.now() + Number(process.env.CLOCK_AHEAD_MS)
globalThis.Date = new Proxy(Right, {
  construct: (date, values, target) => Reflect.construct(date, values.length === 0 ? [now()] : values, target),
  apply: () => new Right(now()).toString(),
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
})
