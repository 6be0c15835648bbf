import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { leadKeys } from '../leads.queries.ts'
import { checkImport, importLeads, importProgress, type LeadImport, type UploadImport } from './imports.queries.ts'

/** One import from its file to its report. */
export function useImport(upload: UploadImport) {
  const client = useQueryClient()
  const [id, setId] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const [chosen, setChosen] = useState<(string | null)[] | null>(null)
  const [isChangingColumns, setChangingColumns] = useState(false)
  const abort = useRef(new AbortController())
  const progress = useQuery(importProgress(id))
  const show = (started: LeadImport) => {
    setChangingColumns(false)
    client.setQueryData(importProgress(started.id).queryKey, started)
  }

  const file = progress.data ?? null
  const fields = chosen ?? file?.columns.map(({ field }) => field) ?? []
  const sending = useMutation({
    mutationFn: (sent: File) => upload(sent, { onProgress: setShare, signal: abort.current.signal }),
    onSuccess: setId,
  })
  const check = useMutation({ mutationFn: checkImport.bind(null, id ?? '', fields), onSuccess: show })
  const start = useMutation({ mutationFn: importLeads.bind(null, id ?? ''), onSuccess: show })

  const isDone = file?.state === 'IMPORTED'
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: leadKeys.all })
  }, [isDone, client])

  /** A field has one column: chosen again, it leaves the column that it had. */
  function choose(index: number, field: string | null): void {
    check.reset()
    setChosen(fields.map((known, place) => (place === index ? field : known === field ? null : known)))
  }

  return {
    file,
    step: file === null ? 'FILE' : isChangingColumns ? 'MAPPING' : file.state,
    fields,
    share,
    isSending: sending.isPending || (id !== null && file === null && progress.error === null),
    isStarting: check.isPending || start.isPending,
    error: sending.error ?? check.error ?? start.error ?? progress.error,
    send: (sent: File) => {
      setShare(0)
      sending.mutate(sent)
    },
    choose,
    check: () => check.mutate(),
    start: () => start.mutate(),
    back: () => {
      start.reset()
      setChangingColumns(true)
    },
    cancel: () => abort.current.abort(new DOMException('Cancelled', 'AbortError')),
  } as const
}

export type ImportRun = ReturnType<typeof useImport>
