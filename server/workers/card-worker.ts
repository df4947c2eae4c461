import { cardContent, drawCard } from '@/server/images/card';
import { answerRequests } from './answer-requests';

answerRequests(async (request) => ({ png: await drawCard(cardContent.parse(request)) }));
