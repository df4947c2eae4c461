// Apart from the other calls, so that no other page loads its schema.
import { acknowledgeMeasureCall, listMeasuresCall } from '@/lib/contract/measure';
import { call } from './http';

/** The measures of moderators against the viewer, in force and past. */
export const listMeasures = () => call(listMeasuresCall);

export const acknowledgeMeasure = (id: string) => call(acknowledgeMeasureCall, { params: { id } });
