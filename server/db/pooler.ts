import type { ClientBase } from 'pg';

/**
 * Whether a pooler such as PgBouncer is between the client and the server. It gives out a made-up process id, and may
 * give each transaction another connection, so nothing may depend on a session.
 */
export async function isBehindPooler(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== Reflect.get(client, 'processID');
}
