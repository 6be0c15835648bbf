// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { renderStaff } from '../testing/render-staff.tsx'
import { QueryState } from './query-state.tsx'

type Answers = (() => Promise<string>)[]

/** A list whose query gets one of these answers for each try; one follows by itself, after a second. */
function Shown({ answers }: { answers: Answers }) {
  const queryFn = () => answers.shift()?.() ?? Promise.reject(new Error('no more answers'))
  const query = useQuery({ queryKey: ['slow'], queryFn, retry: 1, retryDelay: 1_000, gcTime: 0 })
  return (
    <>
      <QueryState query={query} rows={2} failed="Failed to fetch quotes" />
      {query.data}
    </>
  )
}

const waits = 'The server has not answered yet. Check your connection; a try ends by itself after 30 seconds.'

test('a list that waits says so after six seconds, why after the first failure, and is tried again by a press', async () => {
  let fail = () => {}
  const noAnswer = new ApiError('UNAVAILABLE', 'No answer came.')
  const hangs = () => new Promise<string>((_resolve, reject) => (fail = () => reject(noAnswer)))
  const fails = () => Promise.reject(noAnswer)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { user } = await renderStaff(<Shown answers={[hangs, fails, async () => 'The rows']} />, () => ({}))
  await act(() => vi.advanceTimersByTimeAsync(5_900))
  expect(screen.queryByText(waits)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  screen.getByText(waits)
  await act(async () => {
    fail()
    await vi.advanceTimersByTimeAsync(10)
  })
  expect(screen.queryByText(waits)).toBeNull()
  const failure = screen.getByText('Failed to fetch quotes').closest('[role=alert]')
  expect(failure?.textContent).toMatch(/^Failed to fetch quotesNo answer came\./)
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  vi.useRealTimers()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('The rows')
})
