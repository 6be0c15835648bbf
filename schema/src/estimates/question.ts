/** Characters of a question and of an answer, and how many questions a lead has room for. */
export const questionLimits = { characters: 1_000, count: 50 } as const

type Firm = { contractorId: string; contractorName: string }

/** A firm's answer. It has one for each question, which stays as it was sent. */
export type QuestionAnswer = Firm & { at: Date; text: string }

/** What the homeowner asked one firm, or several the same. Empty texts once the details are erased. */
export type EstimateQuestion = { id: string; at: Date; text: string; to: Firm[]; answers: QuestionAnswer[] }

/** What a firm was asked, with its own answer alone. */
export type FirmQuestion = Pick<EstimateQuestion, 'id' | 'at' | 'text'> & { answer: QuestionAnswer | null }

/** The questions to a firm, oldest first. `shown`: what it may read of a text. */
export const questionsTo = (
  questions: readonly EstimateQuestion[] = [],
  contractorId: string,
  shown: (text: string) => string = (text) => text,
): FirmQuestion[] =>
  questions
    .filter(({ to }) => to.some((firm) => firm.contractorId === contractorId))
    .map(({ id, at, text, answers }) => {
      const answer = answers.find((each) => each.contractorId === contractorId) ?? null
      return { id, at, text: shown(text), answer }
    })
