// Testing Library waits one second for what a screen shows. A busy machine takes longer, and that is no fault of the code.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 15_000 })
}
