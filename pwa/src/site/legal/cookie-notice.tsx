import type { ReactNode } from 'react'

type Entry = { name: string; what: ReactNode; until: string }

const forVisitors: Entry[] = [
  {
    name: 'kerbside-outbox',
    what: 'Database: requests that you sent and that have not reached us yet, so that a lost signal loses nothing.',
    until: 'until we have received them, or you delete them',
  },
  {
    name: 'kerbside-drafts',
    what: 'Database: a form that you have half filled in, so that a reload or a closed page loses nothing.',
    until: 'until it is sent, 7 days at most',
  },
  {
    name: 'quote_attribution',
    what: 'Session storage, once you send a request: the advert or the site that brought you, which goes along with it.',
    until: 'until you close the tab',
  },
  {
    name: 'home_content_v1',
    what: 'Local storage: the texts of the home page, so that it opens without a connection. Nothing about you.',
    until: 'until you clear it',
  },
  {
    name: 'Pages and pictures',
    what: 'Cache storage: what you have opened here, so that it opens without a connection. Nothing about you.',
    until: 'until newer ones take their place, or you clear them',
  },
  {
    name: 'kerbside_reference',
    what: 'Cookie, only when your browser sends the form without script: the number of your request, for the thank-you page.',
    until: '10 minutes',
  },
]

const forStaff: Entry[] = [
  { name: 'kerbside_refresh', what: 'Cookie: keeps you signed in. Scripts cannot read it.', until: '30 days unused' },
  {
    name: 'kerbside_device',
    what: 'Cookie: knows a device that you have signed in on, so that strangers’ wrong passwords do not lock you out.',
    until: '180 days',
  },
  { name: 'unauth', what: 'Local storage: who is signed in in this browser.', until: 'until you sign out' },
  { name: 'sidebar_state', what: 'Cookie: whether the sidebar is open.', until: '7 days' },
  { name: 'single_keys', what: 'Cookie: whether / and ? act alone in the staff area.', until: '1 year' },
  { name: 'colour_mode', what: 'Cookie: light, dark, or as the device says.', until: '1 year' },
  {
    name: 'kerbside-staff',
    what: 'Databases and cache, only on a device that you called your own: the lists and leads you opened, and changes that are not sent yet.',
    until: 'until you log out. Lists and leads stay for up to 7 days.',
  },
  {
    name: 'Page editor’s copies',
    what: 'Database: changes to a page that are not saved yet.',
    until: 'until they are saved or thrown away',
  },
]

export function CookieNotice() {
  return (
    <>
      <h1>Cookies</h1>
      <p className="legal__lead">
        We use no advertising cookies, no analytics, and nothing from other companies. What is kept in your browser
        makes this site work, also without a signal.
      </p>

      <h2>If you look around or ask for quotes</h2>
      <Entries entries={forVisitors} />

      <h2>If you sign in as staff</h2>
      <Entries entries={forStaff} />

      <h2>Why we do not ask first</h2>
      <p>
        The rules on cookies (in the UK the Privacy and Electronic Communications Regulations 2003, in Ireland S.I. No.
        336/2011) ask for your consent unless something is needed for a service that you asked for. The entries above
        are kept so that a form that you fill in survives and arrives, so that pages open without a connection, and so
        that staff can work.
      </p>

      <h2>How to clear them</h2>
      <p>
        Your browser’s settings can delete everything that this site has kept. Requests that are still waiting to be
        sent are then lost. What we do with a request once we have it is in the <a href="/privacy">privacy notice</a>.
      </p>
    </>
  )
}

function Entries({ entries }: { entries: Entry[] }) {
  return (
    <dl className="legal__entries">
      {entries.map(({ name, what, until }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{what}</dd>
          <dd>Kept: {until}.</dd>
        </div>
      ))}
    </dl>
  )
}
