import { uploadImageCall } from '@/lib/contract/image';
import { call } from './http';

/** Resolves to the URL of the image, which answers `processing` until the image is ready. */
export const uploadImage = async (file: File, signal?: AbortSignal) =>
  (await call(uploadImageCall, { body: { file }, signal })).imageURL;
