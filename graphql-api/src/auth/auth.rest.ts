import type { RestRoute } from '../rest.ts'

export const authRoutes: RestRoute[] = []
