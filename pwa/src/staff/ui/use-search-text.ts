import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

/** Text that is searched for after a pause in typing; it follows `value` when that changes from outside. */
export function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const settled = useRef(value)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })

  useEffect(() => {
    if (value === settled.current) return
    settled.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === settled.current) return
    const timer = setTimeout(() => {
      settled.current = wanted
      search.current(wanted)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return { text, setText }
}
