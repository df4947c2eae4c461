import sharp from 'sharp';
import { z } from 'zod';
import { imageTasks } from '@/server/commands/images/process-image';
import { buildSignedInUser, type SignedInUser, type TestApp } from './signed-in-user';
import { runNext } from './tasks';

export const canvas = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number } = '#36c',
) => sharp({ create: { width, height, channels: 4, background } });
export const photo = () => canvas(1_600, 1_000).jpeg().toBuffer();

/** Uploads images and processes them. */
export function setUpImageCalls(api: TestApp) {
  const upload = ({ headers }: Pick<SignedInUser, 'headers'>, bytes: Buffer, name = 'a.png') => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], name));
    return api.request('POST', '/api/user/private/images', { headers, body: form });
  };

  return {
    upload,
    signedInUser: () => buildSignedInUser(api),
    createImage: async (user: SignedInUser, bytes: Buffer): Promise<string> => {
      const { status, body } = await upload(user, bytes);
      expect([status, body]).toMatchObject([
        202,
        { imageURL: expect.stringMatching(/^\/api\/images\/[\w-]{22}$/) },
      ]);
      return z.object({ imageURL: z.string() }).parse(body).imageURL;
    },
    processImages: async () => {
      while (await runNext(imageTasks, api.deps()));
    },
  };
}
