import { listFieldsCall } from '@/lib/contract/field';
import { countFiltersCall } from '@/lib/contract/filter';
import { listTagsCall } from '@/lib/contract/tag';
import { call } from './http';

export const listTags = async () => (await call(listTagsCall)).tags;

/** The fields that this site declares, in the order of the form. */
export const listFields = async () => (await call(listFieldsCall)).fields;

/** By what a list can be filtered, with counts. */
export const countFilters = (query: { tag?: string; filters?: string; alternativesTo?: string }) =>
  call(countFiltersCall, { query });
