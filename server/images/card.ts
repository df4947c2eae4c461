import sharp, { type OverlayOptions } from 'sharp';
import * as z from 'zod/mini';
import { CARD_PX } from '@/lib/contract/plain/site';
import { keepDrawable } from './drawable-text';

const { width: WIDTH_PX, height: HEIGHT_PX } = CARD_PX;
const EDGE_PX = 72;
const MARK_PX = 144;
const GAP_PX = 36;
const ARROW_PX = 30;
const BOTTOM_PX = 500;
const INNER_WIDTH_PX = WIDTH_PX - 2 * EDGE_PX;

/** The colors of the dark theme. */
const GROUND = '#0b0d10';
const INK = '#e9ecf1';
const MUTED = '#9aa3b2';

/** Pango takes each character from the first font that has it. The last name stands for the fonts of the system. */
const FONTS = [
  'Noto Sans',
  ...['Arabic', 'Hebrew', 'Thai', 'Devanagari', 'Bengali', 'Tamil', 'Georgian', 'Armenian', 'SC', 'KR'].map(
    (script) => `Noto Sans ${script}`,
  ),
  ...['Noto Emoji', 'sans-serif'],
].join(', ');

export const cardContent = z.object({
  /** Of the page's language: the mark is where its lines start. */
  direction: z.enum(['ltr', 'rtl']),
  siteName: z.string(),
  title: z.string(),
  /** Shown if no font has a letter of the title. */
  otherTitle: z.string(),
  text: z.string(),
  /** Short facts below the text, such as tags. */
  facts: z.array(z.string()),
  upvoteCount: z.nullable(z.string()),
  /** An SVG document, or an image. */
  mark: z.instanceof(Uint8Array),
  /** Of the site, like `#2563eb`. */
  color: z.string(),
});
export type CardContent = z.infer<typeof cardContent>;

type TextStyle = { px: number; color: string; isBold?: boolean };
type Box = { widthPx: number; heightPx: number };
type Block = { png: Buffer; widthPx: number; heightPx: number };

/**
 * Draws the image that represents a page where its link is shared.
 *
 * @returns PNG.
 */
export async function drawCard(content: CardContent): Promise<Buffer> {
  const card = await keepDrawableTexts(content);
  const titleStartPx = EDGE_PX + MARK_PX + GAP_PX;
  const titleBox = { widthPx: WIDTH_PX - EDGE_PX - titleStartPx, heightPx: 200 };
  const [mark, title, text, facts, upvotes, siteName] = await Promise.all([
    drawMark(card.mark),
    drawFitting(card.title, [72, 56, 44, 34], { color: INK, isBold: true }, titleBox),
    drawFitting(card.text, [38, 32, 27], { color: MUTED }, { widthPx: INNER_WIDTH_PX, heightPx: 150 }),
    drawFitting(
      card.facts.join('  ·  '),
      [28, 24],
      { color: INK },
      { widthPx: INNER_WIDTH_PX, heightPx: 40 },
    ),
    drawFitting(card.upvoteCount ?? '', [34], { color: INK, isBold: true }, { widthPx: 300, heightPx: 48 }),
    drawFitting(card.siteName, [32, 26], { color: INK, isBold: true }, { widthPx: 560, heightPx: 48 }),
  ]);
  const titleTopPx = EDGE_PX + Math.max(0, (MARK_PX - (title?.heightPx ?? 0)) / 2);
  const textTopPx = Math.max(EDGE_PX + MARK_PX, titleTopPx + (title?.heightPx ?? 0)) + GAP_PX;
  const footTopPx = HEIGHT_PX - EDGE_PX - 24;
  const isMirrored = card.direction === 'rtl';
  const leftOf = (startPx: number, widthPx: number) => (isMirrored ? WIDTH_PX - startPx - widthPx : startPx);
  const startOf = (block: Block | null, shown: string, startPx: number) =>
    !isMirrored && isRightToLeft(shown) ? endOf(block) : startPx;
  const place = (block: Block | null, startPx: number, topPx: number): OverlayOptions[] =>
    block
      ? [{ input: block.png, left: Math.round(leftOf(startPx, block.widthPx)), top: Math.round(topPx) }]
      : [];
  const centered = (block: Block | null, startPx: number, middlePx: number) =>
    place(block, startPx, middlePx - (block?.heightPx ?? 0) / 2);
  const overlays = [
    { input: mark, left: leftOf(EDGE_PX, MARK_PX), top: EDGE_PX },
    ...place(title, startOf(title, card.title, titleStartPx), titleTopPx),
    ...place(text, startOf(text, card.text, EDGE_PX), textTopPx),
    ...place(facts, EDGE_PX, BOTTOM_PX - 40),
    ...centered(upvotes, EDGE_PX + 42, footTopPx),
    ...centered(siteName, endOf(siteName), footTopPx),
  ];
  const arrow = card.upvoteCount === null ? '' : drawArrow(leftOf(EDGE_PX, ARROW_PX), footTopPx, card.color);
  const ground =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}">` +
    `<path fill="${GROUND}" d="M0 0h${WIDTH_PX}v${HEIGHT_PX}H0z"/>` +
    `<path fill="${card.color}" d="M0 ${HEIGHT_PX - 10}h${WIDTH_PX}v10H0z"/>${arrow}</svg>`;
  return sharp(Buffer.from(ground))
    .composite(overlays)
    .removeAlpha()
    .png({ palette: true, colors: 256, effort: 4 })
    .toBuffer();
}

/** The same card without the letters that no font has. */
async function keepDrawableTexts(card: CardContent): Promise<CardContent> {
  const [title = '', text = '', ...facts] = await Promise.all(
    [card.title, card.text, ...card.facts].map((each) => keepDrawable(each, FONTS)),
  );
  return { ...card, title: title || card.otherTitle, text, facts: facts.filter((fact) => fact !== '') };
}

const drawArrow = (leftPx: number, middlePx: number, color: string) =>
  `<path fill="${color}" d="M${leftPx} ${middlePx + 12}l${ARROW_PX / 2}-24 ${ARROW_PX / 2} 24z"/>`;

/** Where a block starts that ends at the edge. */
const endOf = (block: Block | null) => WIDTH_PX - EDGE_PX - (block?.widthPx ?? 0);

/** Whether the first letter with a direction is written from right to left, by which Unicode decides for a paragraph. */
const isRightToLeft = (text: string) =>
  /^\P{L}*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u.test(text);

/** Draws a text in the largest of these sizes that fits into a box, and in the last one scaled down if none does. */
async function drawFitting(
  text: string,
  sizesPx: readonly number[],
  style: Omit<TextStyle, 'px'>,
  box: Box,
): Promise<Block | null> {
  const shown = escapePango(text);
  if (shown === '') return null;
  let block: Block | null = null;
  for (const px of sizesPx) {
    block = await drawText(shown, { ...style, px }, box.widthPx);
    if (!block || fits(block, box)) return block;
  }
  if (!block) return null;
  const { data, info } = await sharp(block.png)
    .resize({ width: box.widthPx, height: box.heightPx, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, widthPx: info.width, heightPx: info.height };
}

const fits = ({ widthPx, heightPx }: Block, box: Box) => widthPx <= box.widthPx && heightPx <= box.heightPx;

async function drawText(
  markup: string,
  { px, color, isBold = false }: TextStyle,
  widthPx: number,
): Promise<Block | null> {
  try {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}" insert_hyphens="false">${markup}</span>`,
        font: `${FONTS} ${isBold ? 'Bold ' : ''}${px}`,
        width: widthPx,
        wrap: 'word-char',
        rgba: true,
        dpi: 72,
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    return { png: data, widthPx: info.width, heightPx: info.height };
  } catch (error) {
    // A text of characters without ink has no image.
    if (error instanceof Error && /no text to render|bad dimensions/i.test(error.message)) return null;
    throw error;
  }
}

/** Pango reads its markup, an XML, in which control characters are errors. Signs that turn the direction of a text go, too. */
const escapePango = (text: string) =>
  text
    // Of values in texts of the site.
    .replace(/[\u2068\u2069]+/g, '')
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    // The bold font has this sign, but draws nothing.
    .replace(/\ufdfd+/g, '<span weight="normal">$&</span>');

async function drawMark(mark: Uint8Array): Promise<Buffer> {
  const corners = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${MARK_PX}" height="${MARK_PX}"><rect width="${MARK_PX}" height="${MARK_PX}" rx="28"/></svg>`,
  );
  return sharp(mark)
    .resize({ width: MARK_PX, height: MARK_PX, fit: 'contain', background: '#00000000' })
    .ensureAlpha()
    .composite([{ input: corners, blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/** An icon of the site, as SVG of ours, and its width as PNG. */
export const iconTask = z.object({ icon: z.string(), px: z.int() });

export const drawIcon = ({ icon, px }: z.infer<typeof iconTask>): Promise<Buffer> =>
  sharp(Buffer.from(icon)).resize(px, px).png({ palette: true }).toBuffer();
