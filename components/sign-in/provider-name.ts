import { type Provider, PROVIDER_NAMES } from '@/lib/contract/sign-in';

export const providerName = (provider: Provider) => PROVIDER_NAMES[`${provider}.com`];
