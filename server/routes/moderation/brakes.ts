import { Hono } from 'hono';
import { listBrakesCall, releaseBrakeCall, setBrakeCall } from '@/lib/contract/brake';
import { releaseBrake, setBrake } from '@/server/commands/change-brakes';
import type { AppEnv } from '@/server/context';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { listBrakes } from '@/server/queries/brakes';

export const brakeRoutes = new Hono<AppEnv>();

memberEndpoint(brakeRoutes, listBrakesCall, async (c) => ({ brakes: await listBrakes(c.var.deps.db) }));

memberEndpoint(brakeRoutes, setBrakeCall, async (c, { viewer, params: { name }, body: { note } }) => {
  await setBrake(c.var.deps, viewer, { name, note });
  return { brakes: await listBrakes(c.var.deps.db) };
});

memberEndpoint(brakeRoutes, releaseBrakeCall, async (c, { viewer, params: { name } }) => {
  await releaseBrake(c.var.deps, viewer, name);
  return { brakes: await listBrakes(c.var.deps.db) };
});
