import { uploadImageCall } from '@/lib/contract/image';
import { call } from './http';

/** Answers with the picture's address, which answers `processing` until it is ready. */
export const uploadImage = async (file: File, signal?: AbortSignal) =>
  (await call(uploadImageCall, { body: { file }, signal })).imageURL;
