import sharp from 'sharp';
import * as z from 'zod/mini';
import { cardContent, drawCard } from '@/server/images/card';
import { answerRequests } from './answer-requests';

/** An icon of the site, as SVG of ours. */
const iconTask = z.object({ icon: z.string(), px: z.int() });

function draw(request: unknown): Promise<Buffer> {
  const { success, data } = iconTask.safeParse(request);
  if (!success) return drawCard(cardContent.parse(request));
  return sharp(Buffer.from(data.icon)).resize(data.px, data.px).png({ palette: true }).toBuffer();
}

answerRequests(async (request) => ({ png: await draw(request) }));
