export { QueueBar } from './queue-bar.tsx'
export { QueueList } from './queue-list.tsx'
