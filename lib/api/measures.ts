// Apart from the other calls, so that no other page loads its schema.
import { acknowledgeMeasureCall, listMeasuresCall } from '@/lib/contract/member';
import { call } from './http';

/** What moderators have decided about the viewer: what holds, and what is past. */
export const listMeasures = () => call(listMeasuresCall);

export const acknowledgeMeasure = (id: string) => call(acknowledgeMeasureCall, { params: { id } });
