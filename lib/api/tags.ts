import { listTagsCall } from '@/lib/contract/tag';
import { call } from './http';

export const listTags = async () => (await call(listTagsCall)).tags;
