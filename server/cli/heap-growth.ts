import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to twice of what is in use before it is collected, instead of four times: a list of 100,000 entries
 * then takes 450 MB instead of 700, of which 230 are in use at most.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=100');
