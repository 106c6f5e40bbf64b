import { WORKFLOW } from '../harness/stage/trigger';
import { stages } from './triggerStage';

const setStage = stages();

it('the durable engine keeps the baseline in the workflow’s data only until the node has it for sure', async () => {
	const stage = await setStage({ engine: 'durable' });
	const survey = stage.survey('A');
	for (const name of ['x', 'y', 'z']) stage.interview(survey, name);
	await stage.publish();
	const handedOver = () => JSON.stringify(stage.n8n.database.staticData(WORKFLOW));
	expect(handedOver()).toContain(survey);
	for (const name of ['Ada', 'Bob']) {
		stage.interview(survey, name);
		expect(await stage.names()).toEqual([name]);
	}
	expect(handedOver()).not.toContain(survey);
	await stage.n8n.boot();
	stage.interview(survey, 'Cid');
	expect(await stage.names()).toEqual(['Cid']);
});

it('the durable engine’s first poll goes on from the activation, also when n8n has not saved that yet', async () => {
	const stage = await setStage({ engine: 'durable' });
	const survey = stage.survey('A');
	stage.interview(survey, 'Old');
	await stage.publish();
	// n8n registers the poll before it saves the data of the activation.
	const late = stage.n8n.database.staticData(WORKFLOW);
	stage.n8n.database.saveStaticData(WORKFLOW, {});
	stage.interview(survey, 'Ada');
	expect(await stage.names()).toEqual(['Ada']);
	stage.n8n.database.saveStaticData(WORKFLOW, late);
	stage.interview(survey, 'Bob');
	expect(await stage.names()).toEqual(['Bob']);
});
