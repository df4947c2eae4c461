import { listRulesCall } from '@/lib/contract/rule';
import { call } from './http';

export const listRules = () => call(listRulesCall, {});
