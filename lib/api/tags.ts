import { listFieldsCall } from '@/lib/contract/field';
import { countFiltersCall } from '@/lib/contract/filter';
import { findTagCall, listTagsCall } from '@/lib/contract/tag';
import { call } from './http';

export const listTags = async () => (await call(listTagsCall)).tags;

/** @throws ApiFailure `not_found`, with the present slug in `fields.movedTo` for a slug that leads to another one. */
export const findTag = async (slug: string) => (await call(findTagCall, { params: { slug } })).tag;

/** The fields that this site declares, in the order of the form. */
export const listFields = async () => (await call(listFieldsCall)).fields;

/** By what a list can be filtered, with counts. */
export const countFilters = (query: { tag?: string; filters?: string; alternativesTo?: string }) =>
  call(countFiltersCall, { query });
