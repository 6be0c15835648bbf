/**
 * The staff area, in a chunk of its own. Whatever script imports the area lists the files that come with it: this one does,
 * so that the script of every visitor does not.
 */
export const loadStaffApp = async () => ({ default: (await import('./staff-app.tsx')).StaffApp })
