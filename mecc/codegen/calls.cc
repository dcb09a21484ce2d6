// Calls: arguments and results in registers, the return address in b15.
#include "mecc/codegen/objects.h"
#include "mecc/codegen/primitives.h"
#include "mecc/codegen/target_machine.h"

#include "mecc/mc/calling.h"

#include "llvm/CodeGen/SelectionDAG.h"

namespace mecc::codegen {

// Alternates between the banks.
llvm::MCPhysReg argument_register(unsigned n) {
  return static_cast<llvm::MCPhysReg>((n % 2 ? llvm::MEv2::B0 : llvm::MEv2::A0) + n / 2);
}

} // namespace mecc::codegen

namespace llvm {

using mecc::codegen::argument_register, mecc::codegen::Convention;

static Convention convention_of(const Function& f, const MachineFunction& mf) {
  const auto& known = static_cast<const MEv2TargetMachine&>(mf.getTarget()).conventions;
  if (const auto found = known.find(&f); found != known.end()) return found->second;
  Convention usual;
  for (unsigned n = 0; n < mecc::kArgumentWords; ++n)
    usual.arguments.push_back(argument_register(n));
  usual.results = usual.arguments;
  return usual;
}

SDValue MEv2TargetLowering::LowerFormalArguments(SDValue chain, CallingConv::ID cc, bool variadic,
                                                 const SmallVectorImpl<ISD::InputArg>& ins,
                                                 const SDLoc& at, SelectionDAG& dag,
                                                 SmallVectorImpl<SDValue>& values) const {
  MachineFunction& mf = dag.getMachineFunction();
  const auto incoming = [&](MCRegister r) {
    const Register v = mf.addLiveIn(r, &MEv2::GPRRegClass);
    return dag.getCopyFromReg(chain, at, v, MVT::i32);
  };
  const Convention convention = convention_of(mf.getFunction(), mf);
  for (size_t n = 0; n < ins.size(); ++n)
    values.push_back(incoming(convention.arguments[n]));
  if (mf.getName() != "main")
    mf.getInfo<MEv2FunctionInfo>()->return_address = mf.addLiveIn(MEv2::B15, &MEv2::GPRRegClass);
  mecc::codegen::mark_objects(mf);
  return chain;
}

bool MEv2TargetLowering::CanLowerReturn(CallingConv::ID cc, MachineFunction& mf, bool variadic,
                                        const SmallVectorImpl<ISD::OutputArg>& outs,
                                        LLVMContext& context) const {
  return outs.size() <= mecc::kArgumentWords;
}

SDValue MEv2TargetLowering::LowerReturn(SDValue chain, CallingConv::ID cc, bool variadic,
                                        const SmallVectorImpl<ISD::OutputArg>& outs,
                                        const SmallVectorImpl<SDValue>& values, const SDLoc& at,
                                        SelectionDAG& dag) const {
  MachineFunction& mf = dag.getMachineFunction();
  if (mf.getName() == "main") // the context ends
    return dag.getNode(MEv2ISD::KILL, at, MVT::Other, chain);
  const Convention convention = convention_of(mf.getFunction(), mf);
  const Register to = mf.getInfo<MEv2FunctionInfo>()->return_address;
  SmallVector<SDValue, 6> operands{chain, dag.getCopyFromReg(chain, at, to, MVT::i32)};
  SDValue glue;
  for (size_t n = 0; n < values.size(); ++n) {
    chain = dag.getCopyToReg(chain, at, convention.results[n], values[n], glue);
    glue = chain.getValue(1);
    operands.push_back(dag.getRegister(convention.results[n], MVT::i32));
  }
  operands[0] = chain;
  if (glue) operands.push_back(glue);
  return dag.getNode(MEv2ISD::RET, at, MVT::Other, operands);
}

SDValue MEv2TargetLowering::LowerCall(CallLoweringInfo& call,
                                      SmallVectorImpl<SDValue>& results) const {
  SelectionDAG& dag = call.DAG;
  call.IsTailCall = false;
  if (mecc::codegen::is_primitive(call.Callee))
    return mecc::codegen::lower_primitive(call, results);

  MachineFunction& mf = dag.getMachineFunction();
  const SDLoc& at = call.DL;
  SDValue chain = dag.getCALLSEQ_START(call.Chain, 0, 0, at), glue;
  const auto* callee = cast<Function>(cast<GlobalAddressSDNode>(call.Callee)->getGlobal());
  const Convention convention = convention_of(*callee, mf);
  SmallVector<SDValue, 20> operands{chain, dag.getTargetGlobalAddress(callee, at, MVT::i32)};
  for (size_t n = 0; n < call.OutVals.size(); ++n) {
    chain = dag.getCopyToReg(chain, at, convention.arguments[n], call.OutVals[n], glue);
    glue = chain.getValue(1);
    operands.push_back(dag.getRegister(convention.arguments[n], MVT::i32));
  }
  operands[0] = chain;
  operands.push_back(dag.getRegisterMask(
      mf.getSubtarget().getRegisterInfo()->getCallPreservedMask(mf, call.CallConv)));
  if (glue) operands.push_back(glue);
  chain = dag.getNode(MEv2ISD::CALL, at, dag.getVTList(MVT::Other, MVT::Glue), operands);
  chain = dag.getCALLSEQ_END(chain, 0, 0, chain.getValue(1), at);
  glue = chain.getValue(1);

  for (size_t n = 0; n < call.Ins.size(); ++n) {
    const SDValue v = dag.getCopyFromReg(chain, at, convention.results[n], MVT::i32, glue);
    chain = v.getValue(1);
    glue = v.getValue(2);
    results.push_back(v);
  }
  return chain;
}

} // namespace llvm
