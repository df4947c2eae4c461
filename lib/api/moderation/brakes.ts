// Apart from the other calls, so that no other page loads its schema.
import { listBrakesCall, releaseBrakeCall, setBrakeCall } from '@/lib/contract/brake';
import type { BrakeName } from '@/lib/contract/plain/brake';
import { call } from '@/lib/api/http';

/** What is stopped for now; so do the other calls. */
export const listBrakes = () => call(listBrakesCall, {});

/** @throws ApiFailure `bad_request` with `fields`. */
export const setBrake = (name: BrakeName, note: string) =>
  call(setBrakeCall, { params: { name }, body: { note } });

export const releaseBrake = (name: BrakeName) => call(releaseBrakeCall, { params: { name } });
