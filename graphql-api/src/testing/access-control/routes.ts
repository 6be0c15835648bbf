import { admins, always, anybody, known, signedIn, staff, type Access } from './access.ts'

const { leadId, userId, pageId, email, password } = known

export type RouteRow = {
  who: Access
  /** The addresses to call, when the route has parameters. `{offer}` and its like stand for valid signed tokens. */
  paths?: string[]
  body?: unknown
  /** The body of an HTML form. */
  form?: string
  /** Sends the file of an upload instead of a body. */
  upload?: true
  /** Sends the caller's refresh cookie. */
  cookie?: true
}

const quote = { first_name: 'Aoife' }
const photoId = '0f7a3c1e-5b2d-4a86-9c1f-2d3e4f5a6b7c'
const newUser = { name: 'Ben', email: 'ben@kerbside.test', password }

const pageRows = (kind: string, url: string): Record<string, RouteRow> => ({
  [`GET /api/content/${kind}`]: { who: admins },
  [`POST /api/content/${kind}`]: { who: admins, body: { url: `${url}/new` } },
  [`GET /api/content/${kind}/latest`]: { who: admins },
  [`GET /api/content/${kind}/:id`]: { who: admins, paths: [`/api/content/${kind}/${pageId}`] },
  [`PATCH /api/content/${kind}/:id`]: { who: admins, paths: [`/api/content/${kind}/${pageId}`], body: {} },
  [`DELETE /api/content/${kind}/:id`]: { who: admins, paths: [`/api/content/${kind}/${pageId}`] },
})

/** The homeowner's page: the link is the permission, and each button leads back to it. */
const manageRows: Record<string, RouteRow> = Object.fromEntries(
  [
    ...'/enough /stop /erase /answers /rate /complain /other-firm /data /data.json /prices /nothing-fits /questions'
      .split(' ')
      .map((page) => [`GET ${page}`, 200] as const),
    ['GET ', 200] as const,
    ...['/confirm-email', '/new-link', '/undo'].map((button) => [`GET ${button}`, 303] as const),
    ...['/confirm-email', '/new-link', '/undo', '/enough', '/stop'].map((button) => [`POST ${button}`, 303] as const),
    ['GET /photos/:photo', 404] as const,
    ['POST /answers', 415] as const,
    ['POST /rate', 415] as const,
    ['POST /complain', 415] as const,
    ['POST /other-firm', 415] as const,
    ['POST /nothing-fits', 415] as const,
    ['POST /questions', 415] as const,
    ['GET /prices/:price', 404] as const,
    ['GET /prices/:price/files/:file', 404] as const,
    ['GET /prices/:price/choose', 404] as const,
    ['POST /prices/:price/choose', 415] as const,
    ['GET /prices/:price/cancel', 404] as const,
    ['POST /prices/:price/cancel', 415] as const,
    ['GET /prices/:price/undo', 303] as const,
    ['POST /prices/:price/undo', 404] as const,
  ].map(([name, status]) => {
    const [method = '', page = ''] = name.split(' ')
    return [`${method} /manage/:token${page}`, { who: always(status), paths: [`/manage/{manage}${page}`] }]
  }),
)

/** Every registered route, as Hono spells it. */
export const routeRows: Record<string, RouteRow> = {
  'POST /api/quote': { who: anybody, body: quote },
  'GET /api/quote': { who: staff },
  'GET /api/quote/:id': { who: staff, paths: [`/api/quote/${leadId}`] },
  'PATCH /api/quote/:id': { who: staff, paths: [`/api/quote/${leadId}`], body: {} },
  'DELETE /api/quote/:id': { who: admins, paths: [`/api/quote/${leadId}`] },

  'POST /api/quote/:id/files': { who: staff, upload: true, paths: [`/api/quote/${leadId}/files`] },
  'GET /api/quote/:id/estimates': { who: staff, paths: [`/api/quote/${leadId}/estimates`] },
  'POST /api/quote/:id/estimates': { who: staff, paths: [`/api/quote/${leadId}/estimates`], body: {} },
  'POST /api/quote/:id/estimates/:estimate_id/withdraw': {
    who: staff,
    paths: [`/api/quote/${leadId}/estimates/${photoId}/withdraw`],
    body: { reason: 'Typed twice' },
  },
  'POST /api/quote/:id/estimates/:estimate_id/cancel': {
    who: staff,
    paths: [`/api/quote/${leadId}/estimates/${photoId}/cancel`],
    body: { reason: 'They moved' },
  },
  'PUT /api/quote/:id/photos/:photo_id': { who: always(404), paths: [`/api/quote/${photoId}/photos/${photoId}`] },
  'PUT /api/quote/:id/staff-photos/:photo_id': {
    who: staff,
    paths: [`/api/quote/${leadId}/staff-photos/${photoId}`],
  },
  'DELETE /api/quote/:id/staff-photos/:photo_id': {
    who: staff,
    paths: [`/api/quote/${leadId}/staff-photos/${photoId}`],
  },
  'GET /api/quote/:id/photos/:photo_id': { who: staff, paths: [`/api/quote/${leadId}/photos/${photoId}`] },
  'GET /api/consent/:token': { who: always(404), paths: ['/api/consent/unknown'] },
  'GET /api/quote-files/:token': { who: always(404), paths: ['/api/quote-files/unknown'] },

  // The signed link is the permission, like a firm's; who asked for it is checked again.
  'GET /api/exports/:token': { who: always(404), paths: ['/api/exports/unknown'] },
  'GET /api/reports/:token': { who: always(404), paths: ['/api/reports/unknown'] },

  'POST /api/imports': { who: admins, upload: true },
  'GET /api/imports/:token': { who: always(404), paths: ['/api/imports/unknown'] },
  'POST /api/contractors/:id/evidence': {
    who: admins,
    paths: [`/api/contractors/${known.contractorId}/evidence?kind=other`],
    upload: true,
  },
  'POST /api/contractors/import': { who: admins, upload: true },
  'GET /api/evidence/:token': { who: always(404), paths: ['/api/evidence/unknown'] },
  'GET /api/audit/:token': { who: always(404), paths: ['/api/audit/unknown'] },

  'POST /api/auth/login': { who: anybody, body: { email, password } },
  'GET /api/auth/me': { who: signedIn },
  'POST /api/auth/refresh': { who: signedIn, cookie: true },
  'POST /api/auth/logout': { who: signedIn },
  'GET /api/auth/user': { who: admins },
  'POST /api/auth/user': { who: admins, body: newUser },
  'GET /api/auth/user/:id': { who: admins, paths: [`/api/auth/user/${userId}`] },
  'PATCH /api/auth/user/:id': { who: admins, paths: [`/api/auth/user/${userId}`], body: { department: 'Sales' } },
  'DELETE /api/auth/user/:id': { who: admins, paths: [`/api/auth/user/${userId}`] },

  ...pageRows('index', ''),
  ...pageRows('about', '/about'),
  ...pageRows('how-it-works', '/how-it-works'),
  'GET /api/index/:slug': { who: always(200), paths: ['/api/index/root', '/api/index/default'] },
  'GET /api/about/:slug': { who: always(200), paths: ['/api/about/root'] },
  'GET /api/how-it-works/:slug': { who: always(200), paths: ['/api/how-it-works/root'] },

  'POST /api/images': { who: admins, upload: true },
  'GET /api/images/:id/stream': { who: always(404), paths: ['/api/images/65f0000000000000000000ff/stream'] },

  'GET /api/docs': { who: always(200) },
  'GET /api/docs/:file': { who: always(200), paths: ['/api/docs/swagger-ui.css'] },
  'GET /api/openapi.json': { who: always(200) },
  'GET /graphql': { who: always(200) },
  'GET /graphql/graphiql.js': { who: always(200) },
  'GET /graphql/graphiql.css': { who: always(200) },
  // Each field of the operation has a row of its own in `fields.ts`.
  'POST /graphql': { who: always(200), body: { query: '{ __typename }' } },

  'GET /healthz': { who: always(200) },
  'GET /readyz': { who: always(200) },
  // Without a token only this machine is answered, and no session changes that.
  'GET /metrics': { who: always(404) },

  'GET /offers/:token/accept': { who: always(200), paths: ['/offers/{offer}/accept'] },
  'POST /offers/:token/accept': { who: always(200), paths: ['/offers/{offer}/accept'] },
  'GET /offers/:token/decline': { who: always(200), paths: ['/offers/{offer}/decline'] },
  'POST /offers/:token/decline': { who: always(200), paths: ['/offers/{offer}/decline'] },
  'GET /offers/:token/new-link': { who: always(303), paths: ['/offers/{offer}/new-link'] },
  'POST /offers/:token/new-link': { who: always(303), paths: ['/offers/{offer}/new-link'] },
  'GET /leads/:token/new-link': { who: always(303), paths: ['/leads/{lead}/new-link'] },
  'POST /leads/:token/new-link': { who: always(303), paths: ['/leads/{lead}/new-link'] },
  'GET /firm/:token/new-link': { who: always(303), paths: ['/firm/{firm}/new-link'] },
  'POST /firm/:token/new-link': { who: always(303), paths: ['/firm/{firm}/new-link'] },
  'GET /offers/:token/photos/:photo': { who: always(404), paths: [`/offers/{offer}/photos/${photoId}`] },
  'POST /offers/:token/undo': { who: always(303), paths: ['/offers/{offer}/undo'] },
  'GET /offers/:token/visit.ics': { who: always(404), paths: ['/offers/{offer}/visit.ics'] },
  'GET /leads/:token/visit.ics': { who: always(422), paths: ['/leads/{lead}/visit.ics'] },
  'GET /leads/:token': { who: always(200), paths: ['/leads/{lead}'] },
  'POST /leads/:token': { who: always(303), paths: ['/leads/{lead}'], form: 'outcome=quoted' },
  'POST /admin/share': { who: always(303) },
  'POST /manager/share': { who: always(303) },
  ...Object.fromEntries(
    ['', '/new', '/extra'].map((page) => [
      `GET /leads/:token/price${page}`,
      { who: always(200), paths: [`/leads/{lead}/price${page}`] },
    ]),
  ),
  'POST /leads/:token/price': { who: always(415), paths: ['/leads/{lead}/price'] },
  'PUT /leads/:token/price/files/:file': { who: always(404), paths: ['/leads/{lead}/price/files/none'] },
  'GET /leads/:token/price/files/:file': { who: always(404), paths: ['/leads/{lead}/price/files/none'] },
  'GET /leads/:token/price/:id/withdraw': { who: always(404), paths: [`/leads/{lead}/price/${photoId}/withdraw`] },
  'POST /leads/:token/price/:id/withdraw': { who: always(415), paths: [`/leads/{lead}/price/${photoId}/withdraw`] },
  'GET /leads/:token/agreement': { who: always(200), paths: ['/leads/{lead}/agreement'] },
  'POST /leads/:token/agreement': {
    who: always(422),
    paths: ['/leads/{lead}/agreement'],
    form: 'start_day=2030-01-01',
  },
  'GET /leads/:token/questions': { who: always(200), paths: ['/leads/{lead}/questions'] },
  'POST /leads/:token/questions': { who: always(422), paths: ['/leads/{lead}/questions'], form: 'answer=' },
  'GET /leads/:token/photos/:photo': { who: always(404), paths: [`/leads/{lead}/photos/${photoId}`] },
  'GET /firm/:token': { who: always(200), paths: ['/firm/{firm}'] },
  'POST /firm/:token': { who: always(303), paths: ['/firm/{firm}'], form: 'change=resume' },
  'GET /firm/:token/stop-offers': { who: always(200), paths: ['/firm/{stop}/stop-offers'] },
  'POST /firm/:token/stop-offers': {
    who: always(200),
    paths: ['/firm/{stop}/stop-offers'],
    form: 'List-Unsubscribe=One-Click',
  },

  ...manageRows,
  // Who erases does it once: after that the link is gone.
  'POST /manage/:token/erase': { who: always(404), paths: ['/manage/unknown/erase'] },
  'GET /robots.txt': { who: always(200) },
  'GET /service-worker.js': { who: always(200) },
  'GET /sitemap.xml': { who: always(200) },
  // The app's shell is the same for everybody; who may see a staff screen is decided where its data come from.
  'GET /*': {
    who: always(200),
    paths:
      '/ /about /how-it-works /materials /benefits /thank-you /privacy /cookies /terms /login /admin /manager'.split(
        ' ',
      ),
  },
  'POST /*': { who: always(422), paths: ['/'], form: 'first_name=Aoife' },
}
