import { builder } from '../builder.ts'
builder.queryField('me', (t) => t.string({ nullable: true, resolve: () => null }))
builder.mutationField('logout', (t) => t.boolean({ resolve: () => true }))
