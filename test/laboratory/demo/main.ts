/**
 * `npm run demo`: the built package at work in n8n's engine, against the reference service. Ends with
 * exit code 0 only if every step had the right effect in the service.
 */
import { setStage } from './stage';
import { STEPS } from './steps';

async function main(): Promise<boolean> {
	const stage = await setStage((line) => console.log(line));
	const { story, service } = stage;
	story.title('n8n-nodes-survey-interview: what it does, and what the service sees of it');
	story.say('A survey service runs in this process, in memory; it sends no real email.');
	story.say('n8n’s own engine runs the workflows, with the package as it would be installed.');
	story.say(`Every request that reaches ${service.url}/api is shown with its answer.`);
	for (const [place, step] of STEPS.entries()) {
		story.begin(`${place + 1}/${STEPS.length}`, step.title);
		try {
			stage.begin();
			await step.play(stage);
		} catch (error) {
			story.fail(`it broke off: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
	await stage.close();
	return story.end();
}

main().then(
	(allRight) => process.exit(allRight ? 0 : 1),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
