; Parameters and results of the agents of reply.chain.edn: each gets the result of the one before.
topic = :enum["delivery" "billing" "other"]

sort(message :string) -> {topic :topic, gist :string, urgent :bool, _account :int}

write(gist :string, topic :topic, urgent :bool?) -> {letter :string, _account :int}
