/** The Redis channel on which api processes hear that what a page shows has changed. */
export const pageChannel = (prefix: string) => `${prefix}:pages`
