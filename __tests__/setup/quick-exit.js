/**
 * Ends a worker of Jest as soon as nothing keeps it running, without freeing its memory piece by piece: that takes longer
 * than the half second after which Jest reports a leak. A real leak keeps the worker running, and is still reported.
 */
process.once('beforeExit', (code) => process.exit(code));
