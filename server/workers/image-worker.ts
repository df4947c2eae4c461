import * as z from 'zod/mini';
import { ImageRefusal, processImage } from '@/server/images/image-processing';
import { answerRequests } from './answer-requests';

const imageTask = z.object({ bytes: z.instanceof(Uint8Array) });
type ImageTask = z.infer<typeof imageTask>;

async function run({ bytes }: ImageTask): Promise<object> {
  try {
    return { image: await processImage(Buffer.from(bytes)) };
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    return { refusal: { reason: error.reason, text: error.text } };
  }
}

answerRequests((request) => run(imageTask.parse(request)));
