import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { countText } from '../pwa/src/staff/leads/lead-labels.ts'
import { pageLabels } from '../pwa/src/staff/page-editor/page-labels.ts'
import { StaleNotice } from '../pwa/src/staff/ui/notices.tsx'
import { fixedTexts, mostCustomers } from '../schema/src/pages/content/home-page.ts'
import { defaultHome } from '../schema/src/pages/defaults/default-home.ts'
import { withNumbers } from '../schema/src/pages/numbers-in-texts.ts'
import { defaultPublicSettings } from '../schema/src/settings/public-settings.ts'
import { root } from './cli/folders.ts'

// Looks into what was built: a text that stands in a source nobody imports is not in the product.

/** The texts of the product as it was asked for, word for word; `{n}` is filled in. What is not said: the appendix there. */
const asked = `
Oops! Page not found
Return to Home
Unexpected Application Error!
Get FREE Quote
100% Free • No Obligation • Instant Response
Get the best extension quotes instantly
How it works
About
Contact
Signing in...
Logged out successfully
Signed in successfully
Login failed
Please fill in all fields
Login response did not include a token
No pages yet. Use Duplicate to create one.
Edit Root About Page
Edit Root
Saving...
Processing...
Loading content…
New Link
New Field
0% (Transparent)
100% (Opaque)
JPG/PNG (uploaded immediately)
No portfolio jobs yet. Click "Add Job" to create one.
No images yet. Use Upload Image.
Missing Information
Please fill in: {labels}
Submission Failed
There was an error submitting your quote request.
{reason} Please try again.
Please fill in required fields
Delete {n} selected lead(s)? This cannot be undone.
Delete this lead? This action cannot be undone.
Invalid image store response: missing id or path
Failed to fetch quotes
Failed to fetch quote
Failed to update quote
Failed to delete quote
Failed to sign in
Failed to sign out
Failed to fetch users
Failed to create user
Failed to add user
Failed to update user
Failed to delete user
User added successfully
User updated successfully
User deleted successfully
Never
Loading leads…
Loading lead details…
Lead Not Found
The requested lead could not be found.
Loading users…
Duplicated
Cloned
Published
Unpublished
Deleted
URL updated
Update failed
Could not update URL. {reason}
Saved
Reset
Reset failed
Could not reset content.
Page is now live!
Page has been unpublished.
Error
Failed to publish page.
Failed to unpublish page.
Failed to update publish status.
Upload failed
Background image uploaded successfully
Image uploaded
Admin Panel
Manager Panel
Lead Management
User Management
Home Page Management
My Leads
Manage Leads
Generate Reports
System Settings
Export
Delete Selected
View
Delete
Assign
Assign Leads
Send Follow-up
Schedule Calls
Generate Report
Contact Customer
Send Quote
Update Status
Add Notes
Back to Leads
Delete Lead
Add User
Edit User
Delete User
Follow-up Queue
Back to Pages
Preview Page
Reset Changes
Save Changes
Duplicate
Clone
Publish
Unpublish
`
  .trim()
  .split('\n')

const builds = ['pwa/dist', 'graphql-api/dist', 'worker/dist'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
)
const code = builds
  .join('\n')
  .replaceAll(/\\u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  .replaceAll(/\\(['"`])/g, '$1')

/** A whole literal, or the part of a template between what is filled in; a sentence may go on after a colon. */
function isBuilt(text: string): boolean {
  const parts = text.split(/\{\w+\}/).filter(Boolean)
  const isPart = (part: string) =>
    ['"', "'", '`', '}'].some((before) =>
      ['"', "'", '`', '${', ' ${', ': '].some((after) => code.includes(before + part + after)),
    )
  return parts.every(isPart)
}

test.each(asked)('“%s” is in the built product', (text) => {
  expect(isBuilt(text)).toBe(true)
})

const today = new Date().setHours(14, 5, 0, 0)
const stale = { isRefetchError: true, dataUpdatedAt: today, failureReason: null }
const { index, about, 'how-it-works': howItWorks } = pageLabels
const hero = withNumbers(defaultHome, defaultPublicSettings).hero.bullets.join('\n')

/** Put together while it runs: the text, and what the product makes. */
const composed: Record<string, string> = {
  'Most customers receive 3-5 competitive quotes within 2 hours': mostCustomers(defaultPublicSettings),
  'up to 5 verified contractors': hero,
  '2-hour response': hero,
  '40% saving': hero,
  'Get FREE Quote': fixedTexts.getQuote,
  'Edit Home Page — /spring': index.editorTitle('/spring'),
  'Home content updated.': index.saved,
  'About content updated.': about.saved,
  'How It Works content updated.': howItWorks.saved,
  'Home content reset to defaults.': index.wasReset,
  'About content reset to defaults.': about.wasReset,
  'How It Works content reset to defaults.': howItWorks.wasReset,
  'About page is now live.': about.published,
  'How It Works page is now live.': howItWorks.published,
  'About page has been unpublished.': about.unpublished,
  'How It Works page has been unpublished.': howItWorks.unpublished,
  '10,000+': countText({ count: 10_000, isCapped: true }),
  '2,000+': countText({ count: 2_000, isCapped: true }),
  'Offline — as of 14:05': renderToStaticMarkup(createElement(StaleNotice, { query: stale })),
}

test.each(Object.entries(composed))('“%s” is what the product makes of it', (text, made) => {
  expect(made).toContain(text)
})

/** Held by the test that sends such an email. */
const elsewhere = ['Stone & Sons via Kerbside']

test('every text that the specification quotes is in the built product', () => {
  const [specification = ''] = readFileSync(path.join(root, 'docs/specification.md'), 'utf8').split('\n## Appendix')
  const quoted = specification.replaceAll(/\n(?=\S)/g, ' ').matchAll(/(?<=[\s(])'((?:[^'\n]|'(?=\w))+)'(?=[\s,.;:)])/g)
  const texts = [...new Set([...quoted].map(([, text = '']) => text))]
  expect(texts.length).toBeGreaterThan(30)
  const isThere = (text: string) => text in composed || elsewhere.includes(text) || isBuilt(text)
  expect(texts.filter((text) => !isThere(text))).toEqual([])
})
