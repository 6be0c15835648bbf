export type Edit = {
  /** From the root of the repository. */
  file: string
  /** Stands once in the file. */
  from: string
  to: string
}

/** A rule of the product, how it is taken out, and the tests that must fail then. */
export type Mutant = Edit & {
  rule: string
  /** Where a rule is guarded twice, so that either guard alone is enough. */
  also?: Edit[]
  /** Parts of the names of test files. */
  guards: string[]
}

const api = (name: string) => `graphql-api/src/${name}.ts`
const schema = (name: string) => `schema/src/${name}.ts`
const worker = (name: string) => `worker/src/${name}.ts`
const pwa = (name: string) => `pwa/src/${name}.ts`

/** Without the first line of a service everybody may call it. */
const mayCall = (rule: string, service: string, permission: string, signature: string): Mutant => ({
  rule,
  file: api(service),
  from: `${signature} {\n  requireCan(ctx.viewer, '${permission}')`,
  to: `${signature} {\n  void requireCan`,
  guards: ['access-control/matrix'],
})

export const mutants: readonly Mutant[] = [
  // A quote becomes a lead exactly once.
  {
    rule: 'one lead for each submission id',
    file: schema('leads/lead.model'),
    from: 'schema.index({ submissionId: 1 }, { unique: true })',
    to: 'schema.index({ submissionId: 1 })',
    guards: ['quotes/quotes.api', 'no-answer.drill'],
  },
  {
    rule: 'other answers under a known id are a conflict',
    file: api('quotes/quotes.service'),
    from: "if (first.requestDigest !== repeat.requestDigest) throw new AppError('CONFLICT', sentBefore)",
    to: '',
    guards: ['quotes/quotes.api', 'quotes/repeat.api'],
  },
  {
    rule: 'a repeat of a submission is not counted',
    file: api('quotes/rate-limits'),
    from: 'await counts.remember(submissionId, standing)',
    to: 'await counts.forget(submissionId)',
    guards: ['quotes/spam'],
  },
  // At most five firms, each once and within its caps.
  {
    rule: 'at most five offers of a lead are open or accepted',
    file: schema('leads/write-offers.model'),
    from: "$expr: { $lte: [places, '$maximumFirms'] },",
    to: '',
    also: [{ file: worker('offers/offer-lead'), from: ', counted, { session })', to: ', counted)' }],
    guards: ['offers/offer-lead.test', 'offers-model'],
  },
  {
    rule: 'a firm is offered a lead once',
    file: schema('leads/write-offers.model'),
    from: 'offers: { $not: { $elemMatch: unless } },',
    to: '',
    also: [{ file: worker('offers/offer-lead'), from: ', counted, { session })', to: ', counted)' }],
    guards: ['offers/offer-lead.test', 'offers-model'],
  },
  {
    rule: 'leads that are one job share their places, whoever matches',
    file: worker('offers/offer-lead'),
    from: 'placesOfJob(lead, others)',
    to: 'placesOfJob(lead, [])',
    guards: ['offers/same-job', 'offers/offer-lead.test'],
  },
  {
    rule: 'fifty firms at once get as many places as there are',
    file: api('offers/offers.service'),
    from: 'const guard = { ...openToFirms, ...hasPlace }',
    to: 'const guard = { ...openToFirms }; void hasPlace',
    guards: ['offers/offers.api'],
  },
  {
    rule: 'a closed or stopped lead is accepted by nobody',
    file: api('offers/offers.service'),
    from: 'const guard = { ...openToFirms, ...hasPlace }',
    to: 'const guard = { ...hasPlace }',
    guards: ['graphql-api/src/offers/', 'offers-model'],
  },
  {
    rule: 'an offer that has run out is accepted by nobody',
    file: schema('offers/offer-life'),
    from: "'firm accepts': { to: 'accepted', time: 'running', ",
    to: "'firm accepts': { to: 'accepted', ",
    guards: ['graphql-api/src/offers/', 'offers-model', 'wrong-clock'],
  },
  {
    rule: 'a firm that is switched off or not verified accepts nothing',
    file: api('offers/offers.service'),
    from: 'const entitled = { _id: contractorId, ...entitledAt(at) }',
    to: 'const entitled = { _id: contractorId }; void at; void entitledAt',
    guards: ['graphql-api/src/offers/', 'offers-model'],
  },
  {
    rule: 'who got the details is named in the audit trail before they are shared',
    file: api('offers/offers.service'),
    from: "await recordAudit(ctx, { action: 'lead.shared', subject, details, by: null }, session)",
    to: 'void [recordAudit, subject, details]',
    guards: ['audit/record-audit', 'graphql-api/src/offers/'],
  },
  {
    rule: 'contact details are shown only while the link is good',
    file: api('offers/offers.service'),
    from: 'const contact = isLinkGood ? lead : null',
    to: 'const contact = lead',
    guards: ['graphql-api/src/offers/', 'mailed-links'],
  },
  {
    rule: 'after stop a firm sees no contact details',
    file: api('offers/offers.service'),
    from: "if (lead.sharingStoppedAt) return { kind: 'stopped', reference }",
    to: '',
    guards: ['graphql-api/src/offers/', 'manage/manage.api'],
  },
  {
    rule: 'a firm has no more offers a day than its cap',
    file: schema('contractors/caps'),
    from: 'offersToday >= dailyCap',
    to: 'offersToday < 0',
    guards: ['offers/caps', 'offers/turns', 'offers/offer-lead.test'],
  },
  {
    rule: 'a change of selected leads changes no others',
    file: api('bulk-changes/run-bulk-changes'),
    from: 'if (selected) return selected',
    to: 'if (selected?.length === 0) return selected',
    guards: ['bulk-changes/bulk-changes.api'],
  },
  // Email goes out at least once, by one sender at a time.
  {
    rule: 'of two workers one has a delivery until its lease ends',
    file: worker('deliveries/claim'),
    from: "{ state: 'sending' as const, claimedUntil: { $lte: deps.now() } }",
    to: "{ state: 'sending' as const }",
    guards: ['deliveries/send-delivery'],
  },
  {
    rule: 'the lease of a killed worker runs out',
    file: worker('deliveries/claim'),
    from: "[{ state: 'queued' as const }, { state: 'sending' as const, claimedUntil: { $lte: deps.now() } }]",
    to: "[{ state: 'queued' as const }]",
    guards: ['deliveries/send-delivery', 'operation/killed-worker'],
  },
  {
    rule: 'a process does not claim its own email again',
    file: worker('deliveries/send-delivery'),
    from: "if (deps.sendingIds.has(id)) return { kind: 'claimed-elsewhere' }",
    to: '',
    guards: ['deliveries/send-delivery', 'operation/busy-workers'],
  },
  {
    rule: 'nothing is posted to the ports of databases',
    file: worker('deliveries/post-webhook'),
    from: 'if (!hasUsablePort(target)) throw',
    to: 'if (!hasUsablePort(target) && false) throw',
    guards: ['deliveries/post-webhook'],
  },
  // Nothing committed is forgotten.
  {
    rule: 'the relay publishes what the api could not',
    file: worker('events/relay'),
    from: 'for await (const { _id, outbox } of due.cursor()) {',
    to: 'void due; for (const { _id, outbox } of [] as { _id: number; outbox: OutboxEvent[] }[]) {',
    guards: ['events/relay'],
  },
  {
    rule: 'an event is due until Redis has its job',
    file: worker('events/relay'),
    from: 'await deps.enqueueAll([request])',
    to: 'await deps.enqueueAll([request]).catch(() => {})',
    guards: ['events/relay'],
  },
  {
    rule: 'an event whose job has failed, or is done without it, is queued again',
    file: worker('events/relay'),
    from: 'await deps.reviveAll([request])',
    to: 'await deps.enqueueAll([request])',
    guards: ['events/relay'],
  },
  // The homeowner’s own page.
  {
    rule: 'stop takes back what is on offer',
    file: worker('offers/event-handlers'),
    from: "await writeEnded('homeowner stops', { leadId, at })",
    to: 'void writeEnded',
    guards: ['offers/offer-decisions'],
  },
  {
    rule: 'a link that was emailed to a former address of the homeowner shows nothing',
    file: api('links/open-link'),
    from: 'const isTheirs = sentTo === (read.link as { sentTo?: string }).sentTo',
    to: 'const isTheirs = sentTo !== null',
    guards: ['manage/answers'],
  },
  {
    rule: 'a corrected address is not confirmed',
    file: api('leads/correct-answers'),
    from: '...(isNewAddress && { emailConfirmedAt: null }),',
    to: '',
    guards: ['manage/answers'],
  },
  {
    rule: 'whether a submission is a lead or held is decided once',
    file: api('quotes/quotes.service'),
    from: 'const { held, goneAt } = await decideOnce(lead.submissionId, reason, ctx.now())',
    to: 'const [held, goneAt] = [(await decideOnce(lead.submissionId, reason, ctx.now())) && reason, null]',
    guards: ['quotes/held-quotes'],
  },
  {
    rule: 'of two decisions about a submission the first stands',
    file: schema('submission/submission.model'),
    from: 'return SubmissionModel.findById(submissionId).lean().orFail()',
    to: 'return first',
    guards: ['quotes/held-quotes'],
  },
  {
    rule: 'a deleted lead does not return by a repeat of its submission',
    file: schema('manage/erase-traces.model'),
    from: 'await rememberGone(',
    to: 'void ((..._: unknown[]) => rememberGone)(',
    guards: ['quotes/repeat'],
  },
  {
    rule: 'erase removes the emails of the lead',
    file: schema('manage/erase-details.model'),
    from: 'await DeliveryModel.deleteMany({ leadId: _id }, { session })',
    to: '',
    guards: ['manage/erase-details', 'erase.drill'],
  },
  {
    rule: 'erase removes names from imported files',
    file: api('manage/erase-details'),
    from: 'await eraseFromImports([lead])',
    to: 'void eraseFromImports',
    guards: ['manage/erase-details'],
  },
  {
    rule: 'erase looks for what the homeowner was called before a correction',
    file: schema('leads/lead'),
    from: '  ...(lead.formerContacts ?? []),',
    to: '',
    guards: ['manage/erase-details'],
  },
  {
    rule: 'deleting a lead clears the held quotes of its homeowner',
    file: schema('manage/delete-leads.model'),
    from: 'const traces = await eraseTraces(leads, at, session)',
    to: 'const traces: FilesToRemove = await eraseTraces([], at, session)',
    guards: ['manage/erase-details'],
  },
  {
    rule: 'a restored backup leaves out who was erased',
    file: api('backup/restore-backup'),
    from: 'if (isErased(document)) {',
    to: 'if (false && isErased(document)) {',
    guards: ['backup/backup'],
  },
  {
    rule: 'a signed link works for its purpose only',
    file: schema('links/signed-link'),
    from: 'audience: purpose,\n',
    to: '',
    guards: ['schema/src/links/', 'mailed-links'],
  },
  {
    rule: 'a link works with the address alone to which it was sent, until it is revoked',
    file: api('links/open-link'),
    from: 'sentTo === (read.link as { sentTo?: string }).sentTo',
    to: 'sentTo !== null',
    guards: ['graphql-api/src/links/'],
  },
  {
    rule: 'nobody who is switched off opens a link',
    file: api('links/open-link'),
    from: "!isActive ? 'inactive'",
    to: "isActive === null ? 'inactive'",
    guards: ['graphql-api/src/links/'],
  },
  // The quote outbox on the phone.
  {
    rule: 'the outbox sends one quote at a time over all tabs',
    file: schema('operation/one-at-a-time'),
    from: 'locks ? async (work) => await locks.request(lockName, work) : inTurn()',
    to: 'async (work) => await work()',
    guards: ['pwa/src/offline/'],
  },
  {
    rule: 'edited answers that a server took meanwhile are a request of their own',
    file: pwa('offline/outbox/outbox'),
    from: 'const standing =\n    wasSent || waitsAsOther',
    to: 'const standing =\n      waitsAsOther',
    guards: ['offline/outbox/', 'phones-model'],
  },
  // A public page before React has it.
  {
    rule: 'what is typed before React is kept',
    file: pwa('site/quotes/early-form'),
    from: "addEventListener('input', onInput, true)",
    to: '',
    guards: ['early-form'],
  },
  // Who may do what.
  mayCall(
    'only admins add users',
    'users/users.service',
    'user:manage',
    'createUser(ctx: Context, input: unknown): Promise<User>',
  ),
  mayCall(
    'only staff export leads',
    'exports/exports.service',
    'lead:export',
    'exportLeads(ctx: Context, input: unknown): Promise<LeadExport>',
  ),
  mayCall(
    'only admins see evidence',
    'contractors/evidence.service',
    'contractor:edit',
    'listEvidence(ctx: Context, contractorId: string): Promise<Evidence[]>',
  ),
  mayCall(
    'only admins release held quotes',
    'quotes/held-quotes.service',
    'held-quote:decide',
    'releaseHeldQuote(ctx: Context, id: string): Promise<Lead>',
  ),
  {
    rule: 'managers do not manage users',
    file: schema('users/user'),
    from: 'const managerMay = [\n',
    to: "const managerMay = [\n  'user:manage',\n",
    guards: ['access-control/matrix'],
  },
  {
    rule: 'after twenty wrong codes an account takes no more',
    file: api('auth/login-limits'),
    from: 'code: { points: 20,',
    to: 'code: { points: 20_000,',
    guards: ['graphql-api/src/auth/'],
  },
  {
    rule: 'after ten wrong passwords from one network an account takes no more from it',
    file: api('auth/login-limits'),
    from: 'network: { points: 10,',
    to: 'network: { points: 10_000,',
    guards: ['auth/login-limits'],
  },
  // Words, emails and sessions.
  {
    rule: 'emails in free text are removed before firms read it',
    file: schema('redaction/redact'),
    from: 'const withoutContact = blank(visible, contactPatterns)',
    to: 'const withoutContact = visible',
    guards: ['schema/src/redaction/'],
  },
  {
    rule: 'what was sent is not sent again when its job comes twice',
    file: worker('deliveries/claim'),
    from: '{ _id, ...known, $or: due },',
    to: '{ _id, ...known },',
    guards: ['jobs-twice'],
  },
  {
    rule: 'who logs out has no session as soon as the server has answered',
    file: 'pwa/src/staff/app/sign-in/sign-out.tsx',
    from: "    session.clear('person')",
    to: "    await new Promise((resolve) => setTimeout(resolve, 300))\n    session.clear('person')",
    guards: ['sign-in/sign-out'],
  },
  // Prices (docs/specification.md, 5.12).
  {
    rule: 'one price of a job is chosen at most',
    file: schema('leads/write-estimates.model'),
    from: 'isChoice ? [nothingChosen({ variationOf, extraWork })] : []',
    to: 'isChoice ? [] : []',
    guards: ['manage/prices/choose.api', 'estimates-model.drill'],
  },
  {
    rule: 'an expired price is not chosen',
    file: schema('leads/write-estimates.model'),
    from: "...(time === 'valid' && { validUntil: { $gt: at } }),",
    to: '',
    guards: ['manage/prices/choose.api', 'estimates-model.drill'],
  },
  {
    rule: 'a replaced, withdrawn or declined price is not chosen',
    file: schema('estimates/estimate-life'),
    from: "'homeowner chooses it': { from: ['sent'],",
    to: "'homeowner chooses it': { from: ['sent', 'replaced', 'withdrawn', 'declined'],",
    guards: ['manage/prices/choose.api', 'estimates-model.drill'],
  },
  {
    rule: 'a choice is undone within 24 hours, or once it is not confirmed for days',
    file: schema('leads/write-estimates.model'),
    from: "...(time === 'undoable' && { $or: undoableAt(at, beside.unconfirmedDays) }),",
    to: '...(void undoableAt, {}),',
    guards: ['manage/prices/choose.api', 'manage/prices/unconfirmed.api', 'estimates-model.drill'],
  },
  {
    rule: 'a quote past its validity is not confirmed',
    file: schema('estimates/estimate-life'),
    from: "to: 'agreed', time: 'valid' },",
    to: "to: 'agreed' },",
    guards: ['estimates-model.drill'],
  },
  {
    rule: 'a place that is given away takes its contractor’s quotes along',
    file: api('estimates/may-send'),
    from: 'if (!holdsJob(offers, contractorId)) {',
    to: 'if (!holdsJob(offers, contractorId) && Number.isNaN(0)) {',
    guards: ['estimates/asked-at-the-write'],
  },
  {
    rule: 'a contractor that is gone or inactive sends, is chosen and confirms nothing',
    file: api('estimates/may-send'),
    from: 'if (await isActing(contractorId, session)) return',
    to: 'if ((await isActing(contractorId, session)) || true) return',
    guards: ['estimates/asked-at-the-write'],
  },
  {
    rule: 'what is confirmed is the version that the page showed',
    file: api('estimates/confirm-estimate'),
    from: 'if (content?.sha256 !== sha256) throw notShown',
    to: 'if (content === null || Number.isNaN(sha256)) throw notShown',
    guards: ['firm-pages/agreement/agreement.api'],
  },
  {
    rule: 'a version of chosen extra work is refused',
    file: api('estimates/may-send'),
    from: "if (taken && !isToRenew(taken, work, at)) throw new AppError('CONFLICT', whyNot(taken, work))",
    to: 'void [taken, isToRenew, whyNot, at]',
    guards: ['firm-pages/agreement/agreement.api'],
  },
  {
    rule: 'a choice that the firm has confirmed is not undone',
    file: schema('estimates/estimate-life'),
    from: "'homeowner undoes the choice': { from: ['chosen'],",
    to: "'homeowner undoes the choice': { from: ['chosen', 'agreed'],",
    guards: ['manage/prices/choose.api', 'estimates-model.drill'],
  },
  {
    rule: 'what is chosen is the version that the page showed',
    file: api('manage/prices/choose'),
    from: "if (content?.sha256 !== sha256) throw invalid('sha256',",
    to: "if (content === null) throw invalid('sha256',",
    guards: ['manage/prices/choose.api'],
  },
  {
    rule: 'a sent version never changes: other content under its id is refused',
    file: api('estimates/send-estimate'),
    from: "throw invalid('id', 'This price was sent before, with other content. Send the change as a new version.')",
    to: 'return null',
    guards: ['firm-pages/prices/prices.api'],
  },
  {
    rule: 'the same price sent again is one price',
    file: api('estimates/send-estimate'),
    from: 'if (isDeepStrictEqual(said, parts)) return null',
    to: 'void [isDeepStrictEqual, said]',
    guards: ['firm-pages/prices/prices.api'],
  },
  {
    rule: 'half a penny is rounded up',
    file: schema('estimates/estimate-money'),
    from: 'rest * 2 >= divisor',
    to: 'rest * 2 > divisor',
    guards: ['estimates/estimate-money'],
  },
  {
    rule: 'VAT is reckoned on the sum of each rate, not line by line',
    file: schema('estimates/estimate-money'),
    from: 'return { rate, net, vat: vatOf(net, rate) }',
    to: 'return { rate, net, vat: sum(lines.filter((line) => line.rate === rate).map((line) => vatOf(lineNet(line), rate))) }',
    guards: ['estimates/estimate-money'],
  },
  {
    rule: 'erase removes what prices say',
    file: schema('manage/erase-details.model'),
    from: 'await EstimateModel.deleteMany({ leadId: _id }, { session })',
    to: 'void EstimateModel',
    guards: ['manage/prices/choose.api', 'erase.drill'],
  },
  {
    rule: 'a contractor that is deleted or deactivated keeps no open quote',
    file: schema('estimates/estimate-life'),
    from: "'contractor is gone': { from: ['sent', 'chosen'],",
    to: "'contractor is gone': { from: [],",
    guards: ['contractors/leave-jobs.graphql'],
  },
  {
    rule: 'stopping withdraws what could be chosen',
    file: worker('offers/event-handlers'),
    from: 'closeEstimates(leadId, at, session)',
    to: 'Promise.resolve(void [closeEstimates, session])',
    guards: ['offers/offer-decisions'],
  },
  {
    rule: 'a role that nobody knows is an ordinary user',
    file: schema('users/user'),
    from: "=== Number(roleId)) ?? 'user'",
    to: "=== Number(roleId)) ?? 'manager'",
    guards: ['users/users.api'],
  },
]
