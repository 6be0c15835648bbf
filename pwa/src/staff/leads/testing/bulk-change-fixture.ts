import type { BulkChange } from '../bulk/bulk-changes.queries.ts'

export const bulkChangeFixture: BulkChange = {
  id: '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c',
  kind: 'STATUS',
  status: 'CONTACTED',
  assignedTo: null,
  followUpAt: null,
  state: 'WAITING',
  total: null,
  done: 0,
  changed: 0,
  unchanged: 0,
  skipped: [],
  error: null,
}
