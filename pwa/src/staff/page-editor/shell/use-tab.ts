import { useSearchParams } from 'react-router-dom'

/** The tab lives in the address, so that a reload and a link come back to it. */
export function useTab(ids: readonly string[]) {
  const [parameters, setParameters] = useSearchParams()
  const current = ids.find((id) => id === parameters.get('tab')) ?? ids[0] ?? ''
  const choose = (id: string) =>
    setParameters(id === ids[0] ? {} : { tab: id }, { replace: true, preventScrollReset: true })
  return { current, choose }
}
