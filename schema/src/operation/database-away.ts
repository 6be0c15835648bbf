type DatabaseError = { name?: string; message?: string; code?: unknown; errorLabels?: unknown; writeErrors?: unknown[] }

// oxfmt-ignore
const names = new Set([
  'MongoServerSelectionError', 'MongooseServerSelectionError', 'MongoNetworkError', 'MongoNetworkTimeoutError',
  'MongoPoolClearedError', 'PoolClearedOnNetworkError', 'MongoWaitQueueTimeoutError', 'WaitQueueTimeoutError',
  'MongoNotConnectedError', 'MongoTopologyClosedError', 'MongoPoolClosedError', 'MongoClientClosedError',
  'MongoServerClosedError', 'MongoOperationTimeoutError', 'MongoWriteConcernError',
])
// Not primary, stepping down, shutting down, host unreachable, network timeout, write concern or time limit exceeded.
const codes = new Set<unknown>([6, 7, 50, 64, 89, 91, 112, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436])
// The driver passes on the error of the socket when the connection ends while a command is being written to it.
const socketCodes = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH'])

/** MongoDB cannot be reached or is choosing a new primary: the work is not at fault and can be done later. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name = '', message = '', code, errorLabels, writeErrors } = error as DatabaseError
  if (names.has(name) || socketCodes.has(code)) return true
  // The driver wraps what kept a bulk write from any server, without its name: no write has an error then.
  if (name === 'MongoBulkWriteError' && code === undefined && writeErrors?.length === 0) return true
  if (name.startsWith('Mongo') && codes.has(code)) return true
  if (name.startsWith('Mongo') && Array.isArray(errorLabels) && errorLabels.includes('RetryableWriteError')) return true
  // Mongoose has no classes for these two: not yet connected, and waiting for a connection in vain.
  return name === 'MongooseError' && /initial connection|buffering timed out|disconnected/i.test(message)
}
