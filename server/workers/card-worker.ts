import { cardContent, drawCard, drawIcon, iconTask } from '@/server/images/card';
import { answerRequests } from './answer-requests';

function draw(request: unknown): Promise<Buffer> {
  const { success, data } = iconTask.safeParse(request);
  return success ? drawIcon(data) : drawCard(cardContent.parse(request));
}

answerRequests(async (request) => ({ png: await draw(request) }));
