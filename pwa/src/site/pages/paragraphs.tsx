import './paragraphs.css'

/** Text from an editor: an empty line makes a paragraph, a single line break stays one. */
export function Paragraphs({ text }: { text: string }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className="prose">
      {paragraph}
    </p>
  ))
}

/** Lines of the kind 'Lasts: 20 years' stand apart, with the word before the colon set off. */
export function FactLines({ text }: { text: string }) {
  const lines = text.split('\n')
  const facts = lines.map((line) => /^([A-Z]\p{L}{1,20}): (.+)$/u.exec(line))
  if (lines.length < 2 || facts.includes(null)) return <p className="prose">{text}</p>
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact?.[0]}>
          <dt>{fact?.[1]}</dt>
          <dd>{fact?.[2]}</dd>
        </div>
      ))}
    </dl>
  )
}
