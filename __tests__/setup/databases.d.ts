export const aboutPglite: string[];
export const aboutPostgres: string[];
export const programsOnPglite: string[];
export const withoutDatabase: string[];
export const onBoth: string[];
export function leftOut(database: 'pglite' | 'postgres', isWholeRun: boolean): string[];
