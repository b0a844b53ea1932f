/// What a request to a subject's subscription means.
@usableFromInline
enum SubjectMode {
    /// Values sent from now on, as many as demanded.
    case passing
    /// The newest value if it has not been delivered, then those sent, as many as demanded.
    case current
    /// Every event from now on, whatever the number.
    case everything
}

/// A subject as its subscriptions see it.
@usableFromInline
protocol SubjectOwner: AnyObject {
    /// A subscriber has asked for values.
    func downstreamAsked()
}

/// The subscription of a subject: holds the subject until it is cancelled or completed.
@usableFromInline
final class SubjectSubscription: Subscription, NamedConduit {
    private struct Attachment {
        let hub: SubjectHubBase
        let leg: SubjectLegBase
        let owner: any SubjectOwner
    }

    private let attachment: Locked<Attachment?>
    private let mode: SubjectMode
    private let name: StaticString

    @usableFromInline
    var conduitName: String { name.description }

    @usableFromInline
    var conduitChildren: [Mirror.Child] {
        let attachment = attachment.current
        let downstream: Mirror.Child = ("downstream", attachment?.leg.subscriberShown as Any)
        if mode == .everything { return [downstream] }
        return [
            ("parent", attachment?.owner as Any), downstream,
            ("demand", attachment?.leg.demand.remaining ?? .none), ("subject", attachment?.owner as Any),
        ]
    }

    @usableFromInline
    init(hub: SubjectHubBase, leg: SubjectLegBase, owner: any SubjectOwner, mode: SubjectMode, name: StaticString) {
        attachment = Locked(Attachment(hub: hub, leg: leg, owner: owner))
        self.mode = mode
        self.name = name
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        guard let attachment = attachment.current else { return }
        attachment.leg.demand.add(mode == .everything ? .unlimited : demand)
        attachment.owner.downstreamAsked()
        if mode == .current { attachment.hub.offerNewest(to: attachment.leg) }
    }

    @usableFromInline
    func cancel() {
        guard let attachment = attachment.take() else { return }
        attachment.leg.demand.end()
        attachment.hub.detach(attachment.leg)
    }

    /// Lets go of the subject after a completion.
    func forget() {
        withExtendedLifetime(attachment.take()) {}
    }
}
