// Apart from the other calls, so that no other page loads its schema.
import { acknowledgeMeasureCall, listMeasuresCall } from '@/lib/contract/member';
import { call } from './http';

/** What moderators have decided about the viewer, as far as it holds. */
export const listMeasures = async () => (await call(listMeasuresCall)).measures;

export const acknowledgeMeasure = (id: string) => call(acknowledgeMeasureCall, { params: { id } });
