/** The three collections, by the names that the REST API uses; 'index' is a home page. */
export const pageKinds = ['index', 'about', 'how-it-works'] as const
export type PageKind = (typeof pageKinds)[number]

/** The same kinds as GraphQL names them. */
export const graphqlPageKinds = { index: 'HOME', about: 'ABOUT', 'how-it-works': 'HOW_IT_WORKS' } as const

/** The Redis channel on which api processes hear that what a page shows has changed. */
export const pageChannel = (prefix: string) => `${prefix}:pages`
