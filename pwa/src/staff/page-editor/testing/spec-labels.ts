/** What each tab must show (docs/specification.md, 10.3): labels of controls, texts of buttons, fixed texts. */
type TabLabels = { kind: 'home' | 'about' | 'how-it-works'; tab: string; labels: readonly string[] }

const ctaLabels = ['Title', 'Subtitle', 'Button text']
const ctaColours = [
  'Title text',
  'Subtitle text',
  'Button background',
  'Button text',
  'Disclaimer text',
  'Section background',
]

export const specLabels: readonly TabLabels[] = [
  {
    kind: 'home',
    tab: 'Header',
    labels: [
      'Logo text',
      'Tagline',
      'Navigation links',
      'Label',
      'Path',
      'Add Link',
      'Background',
      'Text',
      'Logo background',
      'Logo icon',
      'Link text',
      'Link active text',
    ],
  },
  { kind: 'home', tab: 'Banner', labels: ['Banner text', 'Background', 'Text'] },
  {
    kind: 'home',
    tab: 'Hero',
    labels: [
      'Badge text',
      'Title line 1',
      'Title emphasis',
      'Subtitle',
      'Subtitle emphasis (optional)',
      'Bullets',
      'Stat count',
      'Stat label',
      'Background type',
      'Background colour',
      'Badge background',
      'Title text',
      'Title emphasis text',
      'Subtitle text',
      'Subtitle emphasis text',
      'Bullet text',
      'Stat text',
    ],
  },
  {
    kind: 'home',
    tab: 'Intro & Form',
    labels: [
      'Intro heading',
      'Paragraph',
      'Highlights',
      'Card title',
      'Card subtitle',
      'Urgency banner',
      'Trust indicators',
      'First name label',
      'Last name label',
      'Email label',
      'Submit text',
      'Submitting text',
      'First name placeholder',
      'Last name placeholder',
      'Email placeholder',
      'Mobile placeholder',
      'Additional information placeholder',
      'Field builder',
      'Add Field',
    ],
  },
  {
    kind: 'home',
    tab: 'Features',
    labels: [
      'Title',
      'Subtitle',
      'Feature items',
      'Icon',
      'Description',
      'Testimonials',
      'Name',
      'Role',
      'Quote',
      'Rating',
      'Trust logos/badges',
    ],
  },
  {
    kind: 'home',
    tab: 'Portfolio',
    labels: ['Title', 'Subtitle', 'Jobs', 'Add Job', 'Location', 'Upload Image', 'JPG/PNG (uploaded immediately)'],
  },
  { kind: 'home', tab: 'CTA', labels: [...ctaLabels, 'Disclaimer', ...ctaColours] },
  {
    kind: 'home',
    tab: 'Visibility',
    labels: ['Header', 'Banner', 'Hero', 'Intro Section', 'Quote Form', 'Features', 'Portfolio', 'CTA'],
  },
  { kind: 'about', tab: 'Hero', labels: ['Title', 'Subtitle', 'Background', 'Title text', 'Subtitle text'] },
  { kind: 'about', tab: 'Mission', labels: ['Title', 'Description', 'Stats', 'Number', 'Label', 'Add Stat'] },
  { kind: 'about', tab: 'Values', labels: ['Title', 'Items', 'Icon', 'Description'] },
  { kind: 'about', tab: 'Story', labels: ['Title', 'Paragraphs'] },
  { kind: 'about', tab: 'Commitment', labels: ['Title', 'Items', 'Description'] },
  { kind: 'about', tab: 'CTA', labels: [...ctaLabels, 'Disclaimer (optional)', ...ctaColours] },
  { kind: 'how-it-works', tab: 'Hero', labels: ['Title', 'Subtitle', 'Background', 'Title text', 'Subtitle text'] },
  {
    kind: 'how-it-works',
    tab: 'Steps',
    labels: ['Section title', 'Items', 'Step number', 'Icon', 'Title', 'Description', 'Add Step'],
  },
  {
    kind: 'how-it-works',
    tab: 'Benefits',
    labels: ['Section title', 'Items', 'Icon', 'Title', 'Description', 'Colour'],
  },
  { kind: 'how-it-works', tab: 'CTA', labels: [...ctaLabels, 'Disclaimer (optional)', ...ctaColours] },
]

/** The background types of the hero, and what each shows and hides. */
export const specBackgrounds = [
  {
    type: 'Colour only',
    value: 'color',
    shows: ['Background colour'],
    hides: ['Background image URL', 'Upload Image', 'Preview', 'Overlay colour'],
  },
  {
    type: 'Image only',
    value: 'image',
    shows: ['Background image URL', 'Upload Image', 'Preview'],
    hides: ['Background colour', 'Overlay colour'],
  },
  {
    type: 'Image with colour overlay',
    value: 'image-overlay',
    shows: ['Background image URL', 'Upload Image', 'Preview', 'Overlay colour', '0% (Transparent)', '100% (Opaque)'],
    hides: ['Background colour'],
  },
] as const

export const specTexts = {
  noJobs: 'No portfolio jobs yet. Click "Add Job" to create one.',
  noImages: 'No images yet. Use Upload Image.',
  uploadFailed: 'Upload failed',
  backgroundUploaded: 'Background image uploaded successfully',
  imageUploaded: 'Image uploaded',
} as const
