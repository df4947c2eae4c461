import { type Provider, PROVIDER_NAMES } from '@/lib/contract/login';

export const providerName = (provider: Provider) => PROVIDER_NAMES[`${provider}.com`];
