import { testTrigger } from './triggerCases';
import { DEFAULT_ENGINE } from './triggerStage';

describe('the trigger, polled by n8n’s default engine', () => testTrigger(DEFAULT_ENGINE));
