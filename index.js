module.exports = {
	...require('./dist/nodes/SurveyInterview/SurveyInterview.node.js'),
	...require('./dist/nodes/SurveyInterview/SurveyInterviewTrigger.node.js'),
	...require('./dist/credentials/SurveyInterviewApi.credentials.js'),
};
