import type { Pool, PoolClient } from 'pg';

/**
 * The pool, whose statements fail after this many have succeeded, or where the function says no. A failed one reports a real
 * error of PostgreSQL, whose message repeats the parameters of the statement.
 */
export function failingPool(pool: Pool, succeeding: number | (() => boolean)): Pool {
  let count = 0;
  const succeeds = typeof succeeding === 'number' ? () => count++ < succeeding : succeeding;
  const wrap = <Target extends Pool | PoolClient>(target: Target): Target =>
    new Proxy(target, {
      get(of, name) {
        if (name === 'connect') return async () => wrap(await pool.connect());
        if (name !== 'query') {
          const value: unknown = Reflect.get(of, name, of);
          const bound: unknown = typeof value === 'function' ? value.bind(of) : value;
          return bound;
        }
        return async (...args: unknown[]) => {
          const [statement, parameters] = args;
          const text = String(
            typeof statement === 'string' ? statement : Reflect.get(Object(statement), 'text'),
          );
          // A transaction that cannot begin never gives its connection back.
          if (succeeds() || /^(?:begin|rollback)/i.test(text)) {
            const query: unknown = Reflect.get(of, 'query', of);
            const result: unknown = Reflect.apply(query instanceof Function ? query : String, of, args);
            return result;
          }
          const values = [Reflect.get(Object(statement), 'values'), parameters];
          return of.query('SELECT ($1::text)::integer', [`values: ${JSON.stringify(values)}`]);
        };
      },
    });
  return wrap(pool);
}
