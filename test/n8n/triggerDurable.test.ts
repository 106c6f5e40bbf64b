import { testTrigger } from './triggerCases';
import { DURABLE_ENGINE } from './triggerStage';

describe('the trigger, polled by n8n’s durable engine', () => testTrigger(DURABLE_ENGINE));
